ALTER TABLE "products" ADD COLUMN "weight_tolerance" integer;--> statement-breakpoint
ALTER TABLE "store_order_items" ADD COLUMN "by_weight" jsonb;