ALTER TABLE "store_order_items" ADD COLUMN "vat_rate" integer;--> statement-breakpoint
ALTER TABLE "store_order_items" ADD COLUMN "vat_assumed" boolean DEFAULT false NOT NULL;--> statement-breakpoint
UPDATE "store_order_items" SET "vat_assumed" = true, "vat_rate" = (
  SELECT "vat_rates"."rate" FROM "products" JOIN "vat_rates" ON "vat_rates"."id" = "products"."vat_rate_id"
  WHERE "products"."id" = "store_order_items"."product_id");
