ALTER TABLE "coupons" ADD COLUMN "minimum_amount" integer;--> statement-breakpoint
ALTER TABLE "coupons" ADD COLUMN "max_uses" integer;--> statement-breakpoint
ALTER TABLE "coupons" ADD COLUMN "once_per_person" boolean DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX "store_orders_coupon" ON "store_orders" USING btree ("coupon_id") WHERE coupon_id is not null;