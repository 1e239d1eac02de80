ALTER TABLE "coupons" ADD COLUMN "version" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "images" ADD COLUMN "uploaded_bytes" integer;--> statement-breakpoint
ALTER TABLE "images" ADD COLUMN "unused_since" timestamp with time zone;