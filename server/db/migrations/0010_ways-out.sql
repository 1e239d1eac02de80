ALTER TABLE "users" ADD COLUMN "newsletter_changed_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "mails" ADD COLUMN "way_out" text;--> statement-breakpoint
ALTER TABLE "availability_products" ADD COLUMN "stopped_at" timestamp with time zone;