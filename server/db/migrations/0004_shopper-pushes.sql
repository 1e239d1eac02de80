ALTER TABLE "push_subscriptions" ALTER COLUMN "store_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "push_subscriptions" ADD COLUMN "own_orders" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "push_deliveries" ADD COLUMN "news" text DEFAULT 'new' NOT NULL;--> statement-breakpoint
ALTER TABLE "push_deliveries" DROP CONSTRAINT "push_deliveries_subscription_id_store_order_id_pk";--> statement-breakpoint
ALTER TABLE "push_deliveries" ADD CONSTRAINT "push_deliveries_subscription_id_store_order_id_news_pk" PRIMARY KEY("subscription_id","store_order_id","news");
