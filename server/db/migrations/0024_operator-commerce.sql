ALTER TABLE "store_orders" ADD COLUMN "commission" integer;--> statement-breakpoint
ALTER TABLE "stores" ADD COLUMN "suspended_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "stores" ADD COLUMN "suspended_reason" text;--> statement-breakpoint
CREATE INDEX "orders_newest" ON "orders" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "store_orders_state" ON "store_orders" USING btree ("state","created_at");--> statement-breakpoint
CREATE INDEX "store_orders_words" ON "store_orders" USING gin (to_tsvector('simple'::regconfig, public.search_line("first_name" || ' ' || "last_name")));--> statement-breakpoint
-- Orders that are confirmed keep the commission of today.
update store_orders set commission = coalesce(
    (select commission from stores where stores.id = store_orders.store_id),
    (select round(replace(btrim(value), ',', '.')::numeric * 100)::int from configurations
      where key = 'commission' and btrim(value) ~ '^\d{1,3}([.,]\d{1,2})?$'),
    0)
  where state in ('payed', 'validated');
