CREATE TABLE "notices" (
	"number" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "notices_number_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"subject" text NOT NULL,
	"page" text NOT NULL,
	"content" text NOT NULL,
	"reason" text NOT NULL,
	"explanation" text NOT NULL,
	"name" text NOT NULL,
	"email" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"decision" text,
	"reasons" text DEFAULT '' NOT NULL,
	"answered_at" timestamp with time zone
);
--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "hidden_reason" text;--> statement-breakpoint
ALTER TABLE "product_reviews" ADD COLUMN "hidden_reason" text;--> statement-breakpoint
ALTER TABLE "store_reviews" ADD COLUMN "hidden_reason" text;--> statement-breakpoint
ALTER TABLE "stores" ADD COLUMN "hidden_reason" text;--> statement-breakpoint
CREATE INDEX "notices_open" ON "notices" USING btree ("created_at") WHERE "notices"."answered_at" is null;--> statement-breakpoint
CREATE INDEX "notices_email" ON "notices" USING btree ("email");