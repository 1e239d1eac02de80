CREATE INDEX "availability_products_email" ON "availability_products" USING btree ("email","created_at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "estimates_owner" ON "estimates" USING btree ("owner_id","created_at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "store_messages_owner" ON "store_messages" USING btree ("owner_id","created_at" DESC NULLS LAST);