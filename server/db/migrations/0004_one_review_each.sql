-- Of several reviews of one person only the latest stays, and averages are taken anew where one went.
create temporary table thinned (id uuid primary key);
--> statement-breakpoint
with gone as (
  delete from product_reviews older using product_reviews newer
  where newer.product_id = older.product_id and newer.user_id = older.user_id
    and (newer.created_at, newer.id) > (older.created_at, older.id)
  returning older.product_id)
insert into thinned select distinct product_id from gone;
--> statement-breakpoint
update products set
  rating_average = (select avg(kept.rating)::float8 from product_reviews kept where kept.product_id = products.id),
  rating_count = (select count(*) from product_reviews kept where kept.product_id = products.id)
where id in (select id from thinned);
--> statement-breakpoint
with gone as (
  delete from store_reviews older using store_reviews newer
  where newer.store_id = older.store_id and newer.user_id = older.user_id
    and (newer.created_at, newer.id) > (older.created_at, older.id)
  returning older.store_id)
insert into thinned select distinct store_id from gone on conflict do nothing;
--> statement-breakpoint
update stores set
  rating_average = (select avg(kept.rating)::float8 from store_reviews kept where kept.store_id = stores.id),
  rating_count = (select count(*) from store_reviews kept where kept.store_id = stores.id)
where id in (select id from thinned);
--> statement-breakpoint
drop table thinned;
--> statement-breakpoint
CREATE UNIQUE INDEX "product_reviews_one_each" ON "product_reviews" USING btree ("product_id","user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "store_reviews_one_each" ON "store_reviews" USING btree ("store_id","user_id");
