create extension if not exists unaccent with schema public;
--> statement-breakpoint
create extension if not exists pg_trgm with schema public;
--> statement-breakpoint
-- Lower case without accents. The calls are schema-qualified so that an index may use it whatever the search path.
create function public.folded(value text) returns text
  language sql immutable strict parallel safe
  as $$ select lower(public.unaccent('public.unaccent'::regdictionary, value)) $$;
--> statement-breakpoint
create index products_search on products using gin (public.folded(name) public.gin_trgm_ops) where published and deleted_at is null;
--> statement-breakpoint
create index stores_search on stores using gin (public.folded(name) public.gin_trgm_ops) where published;
