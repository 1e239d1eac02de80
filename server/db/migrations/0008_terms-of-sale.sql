CREATE TABLE "accepted_terms" (
	"digest" text PRIMARY KEY NOT NULL,
	"text" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "accepted_terms" text;--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_accepted_terms_accepted_terms_digest_fk" FOREIGN KEY ("accepted_terms") REFERENCES "public"."accepted_terms"("digest") ON DELETE no action ON UPDATE no action;