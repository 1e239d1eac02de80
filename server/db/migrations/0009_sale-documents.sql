CREATE TABLE "sale_documents" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"store_id" uuid NOT NULL,
	"year" smallint NOT NULL,
	"number" integer NOT NULL,
	"kind" text NOT NULL,
	"store_order_id" integer NOT NULL,
	"issued_at" timestamp with time zone NOT NULL,
	"content" jsonb NOT NULL
);
--> statement-breakpoint
ALTER TABLE "stores" ADD COLUMN "legal_identity" jsonb;--> statement-breakpoint
ALTER TABLE "sale_documents" ADD CONSTRAINT "sale_documents_store_id_stores_id_fk" FOREIGN KEY ("store_id") REFERENCES "public"."stores"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sale_documents" ADD CONSTRAINT "sale_documents_store_order_id_store_orders_id_fk" FOREIGN KEY ("store_order_id") REFERENCES "public"."store_orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "sale_documents_number" ON "sale_documents" USING btree ("store_id","year","number");--> statement-breakpoint
CREATE UNIQUE INDEX "sale_documents_invoice" ON "sale_documents" USING btree ("store_order_id") WHERE kind = 'invoice';--> statement-breakpoint
CREATE INDEX "sale_documents_order" ON "sale_documents" USING btree ("store_order_id");