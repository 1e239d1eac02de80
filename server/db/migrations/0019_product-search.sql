CREATE TABLE "product_search" (
	"product_id" uuid PRIMARY KEY NOT NULL,
	"document" text NOT NULL,
	"words" "tsvector" GENERATED ALWAYS AS (setweight(to_tsvector('simple'::regconfig, split_part(document, '|', 1)), 'A') || to_tsvector('simple'::regconfig, replace(document, '|', ' '))) STORED NOT NULL
);
--> statement-breakpoint
ALTER TABLE "product_search" ADD CONSTRAINT "product_search_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "product_search_words" ON "product_search" USING gin ("words");--> statement-breakpoint
-- What is compared: words without accents and capitals, one space between two. `lineOf` of the app says the same.
create function public.search_line(value text) returns text
  language sql immutable strict parallel safe
  as $$ select btrim(regexp_replace(public.folded(value), '[^a-z0-9]+', ' ', 'g')) $$;
--> statement-breakpoint
-- Writes the lines of these products anew where they differ, in one order, so that two that do it wait instead of embracing.
create function public.refresh_product_search(ids uuid[]) returns void language sql as $$
  insert into public.product_search (product_id, document)
  select p.id, concat_ws('|', public.search_line(p.name), public.search_line(s.name), public.search_line(s.city),
    public.search_line(c.name), public.search_line(above.name), public.search_line(top.name))
  from public.products p
  join public.stores s on s.id = p.store_id
  join public.categories c on c.id = p.category_id
  left join public.categories above on above.id = c.parent_id
  left join public.categories top on top.id = above.parent_id
  where p.id = any (ids)
  order by p.id
  on conflict (product_id) do update set document = excluded.document
  where product_search.document is distinct from excluded.document
$$;
--> statement-breakpoint
create function public.product_search_inserted() returns trigger language plpgsql as $$
begin
  perform public.refresh_product_search(array(select id from fresh));
  return null;
end $$;
--> statement-breakpoint
create trigger product_search_inserted after insert on products
  referencing new table as fresh for each statement execute function public.product_search_inserted();
--> statement-breakpoint
create function public.product_search_changed() returns trigger language plpgsql as $$
begin
  perform public.refresh_product_search(array[new.id]);
  return null;
end $$;
--> statement-breakpoint
create trigger product_search_changed after update on products for each row
  when (old.name is distinct from new.name or old.store_id is distinct from new.store_id
    or old.category_id is distinct from new.category_id)
  execute function public.product_search_changed();
--> statement-breakpoint
create function public.product_search_of_store() returns trigger language plpgsql as $$
begin
  perform public.refresh_product_search(array(select id from public.products where store_id = new.id));
  return null;
end $$;
--> statement-breakpoint
create trigger product_search_of_store after update on stores for each row
  when (old.name is distinct from new.name or old.city is distinct from new.city)
  execute function public.product_search_of_store();
--> statement-breakpoint
create function public.product_search_of_category() returns trigger language plpgsql as $$
begin
  perform public.refresh_product_search(array(
    select p.id from public.products p
    join public.categories c on c.id = p.category_id
    left join public.categories above on above.id = c.parent_id
    where new.id in (c.id, c.parent_id, above.parent_id)));
  return null;
end $$;
--> statement-breakpoint
create trigger product_search_of_category after update on categories for each row
  when (old.name is distinct from new.name or old.parent_id is distinct from new.parent_id)
  execute function public.product_search_of_category();
--> statement-breakpoint
select public.refresh_product_search(array(select id from products));
--> statement-breakpoint
-- Names alone are looked through no more.
drop index products_search;
--> statement-breakpoint
drop index stores_search;
