CREATE TABLE "push_deliveries" (
	"subscription_id" uuid NOT NULL,
	"store_order_id" integer NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"due_at" timestamp with time zone NOT NULL,
	CONSTRAINT "push_deliveries_subscription_id_store_order_id_pk" PRIMARY KEY("subscription_id","store_order_id")
);
--> statement-breakpoint
CREATE TABLE "push_subscriptions" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"endpoint" text NOT NULL,
	"user_id" uuid NOT NULL,
	"store_id" uuid NOT NULL,
	"p256dh" text NOT NULL,
	"auth" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"last_success_at" timestamp with time zone,
	"failures" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "push_subscriptions_endpoint_unique" UNIQUE("endpoint")
);
--> statement-breakpoint
ALTER TABLE "push_deliveries" ADD CONSTRAINT "push_deliveries_subscription_id_push_subscriptions_id_fk" FOREIGN KEY ("subscription_id") REFERENCES "public"."push_subscriptions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "push_deliveries" ADD CONSTRAINT "push_deliveries_store_order_id_store_orders_id_fk" FOREIGN KEY ("store_order_id") REFERENCES "public"."store_orders"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "push_subscriptions" ADD CONSTRAINT "push_subscriptions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "push_subscriptions" ADD CONSTRAINT "push_subscriptions_store_id_stores_id_fk" FOREIGN KEY ("store_id") REFERENCES "public"."stores"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "push_deliveries_due" ON "push_deliveries" USING btree ("due_at");--> statement-breakpoint
CREATE INDEX "push_deliveries_order" ON "push_deliveries" USING btree ("store_order_id");--> statement-breakpoint
CREATE INDEX "push_subscriptions_store" ON "push_subscriptions" USING btree ("store_id");--> statement-breakpoint
CREATE INDEX "push_subscriptions_user" ON "push_subscriptions" USING btree ("user_id");--> statement-breakpoint
-- Whoever has left is told nothing more, whichever way they left: by the session, the password or the shop.
create function public.end_pushes_of_session() returns trigger
  language plpgsql
  as $$ begin delete from push_subscriptions where user_id = new.user_id; return null; end $$;
--> statement-breakpoint
create function public.end_pushes_of_user() returns trigger
  language plpgsql
  as $$ begin delete from push_subscriptions where user_id = new.id; return null; end $$;
--> statement-breakpoint
create function public.end_pushes_of_store() returns trigger
  language plpgsql
  as $$ begin
    delete from push_subscriptions where store_id = new.id and user_id is distinct from new.owner_id;
    return null;
  end $$;
--> statement-breakpoint
create trigger refresh_families_end_pushes after update of revoked_at on refresh_families
  for each row when (old.revoked_at is null and new.revoked_at is not null)
  execute function public.end_pushes_of_session();
--> statement-breakpoint
create trigger users_end_pushes after update of password_hash on users
  for each row when (old.password_hash is distinct from new.password_hash) execute function public.end_pushes_of_user();
--> statement-breakpoint
create trigger stores_end_pushes after update of owner_id on stores
  for each row when (old.owner_id is distinct from new.owner_id) execute function public.end_pushes_of_store();
