ALTER TABLE "store_orders" ADD COLUMN "validated_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "store_orders" ADD COLUMN "ready_at" timestamp with time zone;