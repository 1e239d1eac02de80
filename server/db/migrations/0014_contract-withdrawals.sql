CREATE TABLE "contract_withdrawals" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"declaration_id" uuid NOT NULL,
	"store_order_id" integer NOT NULL,
	"name" text NOT NULL,
	"email" text NOT NULL,
	"items" jsonb,
	"words" text DEFAULT '' NOT NULL,
	"declared_at" timestamp with time zone NOT NULL,
	"is_late" boolean NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"goods_back_at" timestamp with time zone,
	"state" text DEFAULT 'open' NOT NULL,
	"settled_at" timestamp with time zone,
	"refusal" text DEFAULT '' NOT NULL,
	"due_at" timestamp with time zone,
	"attempts" integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "withdrawal_exception" text;--> statement-breakpoint
ALTER TABLE "store_order_items" ADD COLUMN "withdrawal_exception" text;--> statement-breakpoint
ALTER TABLE "store_orders" ADD COLUMN "digital_consent" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "contract_withdrawals" ADD CONSTRAINT "contract_withdrawals_store_order_id_store_orders_id_fk" FOREIGN KEY ("store_order_id") REFERENCES "public"."store_orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "contract_withdrawals_part" ON "contract_withdrawals" USING btree ("store_order_id");--> statement-breakpoint
CREATE INDEX "contract_withdrawals_due" ON "contract_withdrawals" USING btree ("due_at") WHERE due_at is not null;