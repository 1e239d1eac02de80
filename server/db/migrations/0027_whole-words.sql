DROP INDEX "users_words";--> statement-breakpoint
DROP INDEX "store_orders_words";--> statement-breakpoint
DROP INDEX "stores_words";--> statement-breakpoint
ALTER TABLE "product_search" drop column "words";--> statement-breakpoint
ALTER TABLE "product_search" ADD COLUMN "words" "tsvector" GENERATED ALWAYS AS ((regexp_replace(split_part(document, '|', 1), '[a-z0-9]+', '\&:1A', 'g') || ' ' ||
  regexp_replace(replace(document, '|', ' '), '[a-z0-9]+', '\&:1', 'g'))::tsvector) STORED NOT NULL;--> statement-breakpoint
CREATE INDEX "users_words" ON "users" USING gin (array_to_tsvector(array_remove(string_to_array(public.search_line("username" || ' ' || "email"), ' '), '')));--> statement-breakpoint
CREATE INDEX "store_orders_words" ON "store_orders" USING gin (array_to_tsvector(array_remove(string_to_array(public.search_line("first_name" || ' ' || "last_name"), ' '), '')));--> statement-breakpoint
CREATE INDEX "stores_words" ON "stores" USING gin (array_to_tsvector(array_remove(string_to_array(public.search_line("name"), ' '), '')));--> statement-breakpoint
CREATE INDEX "product_search_words" ON "product_search" USING gin ("words");