DROP INDEX "products_category_published";--> statement-breakpoint
DROP INDEX "products_store";--> statement-breakpoint
DROP INDEX "availability_products_email";--> statement-breakpoint
DROP INDEX "estimates_store";--> statement-breakpoint
DROP INDEX "estimates_owner";--> statement-breakpoint
DROP INDEX "product_reviews_product";--> statement-breakpoint
DROP INDEX "store_appointments_store";--> statement-breakpoint
DROP INDEX "store_messages_store";--> statement-breakpoint
DROP INDEX "store_messages_owner";--> statement-breakpoint
DROP INDEX "store_reviews_store";--> statement-breakpoint
DROP INDEX "orders_user";--> statement-breakpoint
DROP INDEX "store_orders_store";--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "name_folded" text GENERATED ALWAYS AS (public.folded(name)) STORED;--> statement-breakpoint
ALTER TABLE "store_order_items" ADD COLUMN "name_folded" text GENERATED ALWAYS AS (public.folded(name)) STORED;--> statement-breakpoint
ALTER TABLE "store_orders" ADD COLUMN "customer_folded" text GENERATED ALWAYS AS (public.folded(first_name || ' ' || last_name || ' ' || city)) STORED;--> statement-breakpoint
CREATE INDEX "products_shown_by_store" ON "products" USING btree ("store_id") WHERE published and deleted_at is null;--> statement-breakpoint
CREATE INDEX "products_newest" ON "products" USING btree ("created_at" DESC NULLS FIRST,"id","store_id") WHERE published and deleted_at is null;--> statement-breakpoint
CREATE INDEX "products_reduced" ON "products" USING btree ("created_at" DESC NULLS FIRST,"id","store_id") WHERE published and deleted_at is null and reduced_price is not null;--> statement-breakpoint
CREATE INDEX "stores_by_name" ON "stores" USING btree (public.folded(name),"id") WHERE published;--> statement-breakpoint
CREATE INDEX "products_category_published" ON "products" USING btree ("category_id","created_at" DESC NULLS FIRST,"store_id") WHERE published and deleted_at is null;--> statement-breakpoint
CREATE INDEX "products_store" ON "products" USING btree ("store_id","created_at" DESC NULLS FIRST) WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "availability_products_email" ON "availability_products" USING btree ("email","created_at" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "estimates_store" ON "estimates" USING btree ("store_id","created_at" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "estimates_owner" ON "estimates" USING btree ("owner_id","created_at" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "product_reviews_product" ON "product_reviews" USING btree ("product_id","created_at" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "store_appointments_store" ON "store_appointments" USING btree ("store_id","created_at" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "store_messages_store" ON "store_messages" USING btree ("store_id","created_at" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "store_messages_owner" ON "store_messages" USING btree ("owner_id","created_at" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "store_reviews_store" ON "store_reviews" USING btree ("store_id","created_at" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "orders_user" ON "orders" USING btree ("user_id","created_at" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "store_orders_store" ON "store_orders" USING btree ("store_id","created_at" DESC NULLS FIRST);