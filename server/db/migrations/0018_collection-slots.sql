ALTER TABLE "store_orders" ADD COLUMN "slot_start" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "store_orders" ADD COLUMN "slot_end" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "stores" ADD COLUMN "collection_slots" jsonb;--> statement-breakpoint
CREATE INDEX "store_orders_slot" ON "store_orders" USING btree ("store_id","slot_start") WHERE slot_start is not null;