CREATE TABLE "store_invitations" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"store_id" uuid NOT NULL,
	"email" text NOT NULL,
	"role" text NOT NULL,
	"token_hash" "bytea" NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"sent_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "store_members" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"store_id" uuid NOT NULL,
	"role" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "stores" DROP CONSTRAINT "stores_owner_id_users_id_fk";
--> statement-breakpoint
DROP INDEX "stores_owner";--> statement-breakpoint
ALTER TABLE "store_invitations" ADD CONSTRAINT "store_invitations_store_id_stores_id_fk" FOREIGN KEY ("store_id") REFERENCES "public"."stores"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "store_members" ADD CONSTRAINT "store_members_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "store_members" ADD CONSTRAINT "store_members_store_id_stores_id_fk" FOREIGN KEY ("store_id") REFERENCES "public"."stores"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "store_invitations_address" ON "store_invitations" USING btree ("store_id","email");--> statement-breakpoint
CREATE INDEX "store_members_store" ON "store_members" USING btree ("store_id");--> statement-breakpoint
-- Today's owner is the first of a store's people; the role in a token comes from there alone.
INSERT INTO "store_members" ("user_id", "store_id", "role", "created_at")
  SELECT "owner_id", "id", 'owner', "created_at" FROM "stores" WHERE "owner_id" IS NOT NULL;--> statement-breakpoint
UPDATE "users" SET "roles" = array_remove(array_remove("roles", 'ROLE_VIEW_STORE_ADMIN'), 'ROLE_STORE_ADMIN')
  WHERE "roles" && '{ROLE_VIEW_STORE_ADMIN,ROLE_STORE_ADMIN}';--> statement-breakpoint
DROP TRIGGER "stores_end_pushes" ON "stores";--> statement-breakpoint
DROP FUNCTION public.end_pushes_of_store();--> statement-breakpoint
ALTER TABLE "stores" DROP COLUMN "owner_id";--> statement-breakpoint
-- News of a store's orders end with the work for it; news of own orders stay.
create function public.end_pushes_of_member() returns trigger
  language plpgsql
  as $$ begin
    update push_subscriptions set store_id = null where user_id = old.user_id and store_id = old.store_id;
    delete from push_subscriptions where user_id = old.user_id and store_id is null and not own_orders;
    return null;
  end $$;
--> statement-breakpoint
create trigger store_members_end_pushes after delete on store_members
  for each row execute function public.end_pushes_of_member();