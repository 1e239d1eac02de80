-- Products are found by the names of their events, too.
create or replace function public.refresh_product_search(ids uuid[]) returns void language sql as $$
  insert into public.product_search (product_id, document)
  select p.id, concat_ws('|', public.search_line(p.name), public.search_line(s.name), public.search_line(s.city),
    public.search_line(c.name), public.search_line(above.name), public.search_line(top.name),
    (select string_agg(public.search_line(e.name), '|' order by e.name collate "C")
      from public.product_events link join public.events e on e.id = link.event_id where link.product_id = p.id))
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
create function public.product_search_joined_event() returns trigger language plpgsql as $$
begin
  perform public.refresh_product_search(array(select distinct product_id from fresh));
  return null;
end $$;
--> statement-breakpoint
create trigger product_search_joined_event after insert on product_events
  referencing new table as fresh for each statement execute function public.product_search_joined_event();
--> statement-breakpoint
create function public.product_search_left_event() returns trigger language plpgsql as $$
begin
  perform public.refresh_product_search(array(select distinct product_id from gone));
  return null;
end $$;
--> statement-breakpoint
create trigger product_search_left_event after delete on product_events
  referencing old table as gone for each statement execute function public.product_search_left_event();
--> statement-breakpoint
create function public.product_search_of_event() returns trigger language plpgsql as $$
begin
  perform public.refresh_product_search(array(select product_id from public.product_events where event_id = new.id));
  return null;
end $$;
--> statement-breakpoint
create trigger product_search_of_event after update on events for each row
  when (old.name is distinct from new.name)
  execute function public.product_search_of_event();
--> statement-breakpoint
select public.refresh_product_search(array(select id from public.products));
