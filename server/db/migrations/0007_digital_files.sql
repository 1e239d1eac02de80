CREATE TABLE "digital_files" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"store_id" uuid NOT NULL,
	"stored" text NOT NULL,
	"size" integer,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "digital_files_store_stored" UNIQUE("store_id","stored")
);
--> statement-breakpoint
ALTER TABLE "digital_files" ADD CONSTRAINT "digital_files_store_id_stores_id_fk" FOREIGN KEY ("store_id") REFERENCES "public"."stores"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
INSERT INTO "digital_files" ("store_id", "stored")
	SELECT DISTINCT "store_id", "dematerialized_file" FROM "products" WHERE "dematerialized_file" IS NOT NULL;
