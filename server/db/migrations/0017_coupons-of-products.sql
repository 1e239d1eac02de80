ALTER TABLE "carts" DROP CONSTRAINT "carts_coupon_id_coupons_id_fk";
--> statement-breakpoint
ALTER TABLE "carts" ADD COLUMN "coupon_codes" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "coupons" ADD COLUMN "product_ids" uuid[];--> statement-breakpoint
ALTER TABLE "store_order_items" ADD COLUMN "discounted" boolean DEFAULT true NOT NULL;--> statement-breakpoint
UPDATE "carts" SET "coupon_codes" = ARRAY[(SELECT "code" FROM "coupons" WHERE "coupons"."id" = "carts"."coupon_id")] WHERE "coupon_id" IS NOT NULL;--> statement-breakpoint
ALTER TABLE "carts" DROP COLUMN "coupon_id";