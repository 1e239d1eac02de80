ALTER TABLE "estimates" ADD COLUMN "read_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "store_messages" ADD COLUMN "read_at" timestamp with time zone;