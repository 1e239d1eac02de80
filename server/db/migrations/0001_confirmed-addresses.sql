ALTER TABLE "users" ADD COLUMN "email_confirmed_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "mails" ADD COLUMN "held_for_user" uuid;--> statement-breakpoint
ALTER TABLE "mails" ADD CONSTRAINT "mails_held_for_user_users_id_fk" FOREIGN KEY ("held_for_user") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "mails_held" ON "mails" USING btree ("held_for_user") WHERE "mails"."held_for_user" is not null;--> statement-breakpoint
-- The operator has made these accounts, and answers for their addresses.
UPDATE "users" SET "email_confirmed_at" = "created_at" WHERE "id" IN (SELECT "owner_id" FROM "stores") OR 'ROLE_ADMIN' = ANY("roles");
