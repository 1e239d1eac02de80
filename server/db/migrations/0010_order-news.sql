-- Who listens hears which shop has orders to look at; what they are is read like any other.
create function public.tell_of_store_order() returns trigger
  language plpgsql
  as $$ begin
    perform pg_notify('etal_store', new.store_id::text);
    return null;
  end $$;
--> statement-breakpoint
create trigger store_orders_come after insert on store_orders
  for each row execute function public.tell_of_store_order();
--> statement-breakpoint
create trigger store_orders_move after update of state on store_orders
  for each row when (old.state is distinct from new.state) execute function public.tell_of_store_order();
