ALTER TABLE "store_orders" ADD COLUMN "place" jsonb;--> statement-breakpoint
UPDATE "store_orders" SET "place" = (
  SELECT jsonb_build_object('name', p."name", 'information', '', 'hours', p."hours", 'address', jsonb_build_object(
    'address1', p."address1", 'address2', '', 'postalCode', p."postal_code", 'city', p."city"))
  FROM "relay_points" p WHERE p."id" = "store_orders"."pickup_id")
WHERE "shipping_type" = 'relay';--> statement-breakpoint
UPDATE "store_orders" SET "place" = (
  SELECT jsonb_build_object('name', s."relay_point", 'information', s."relay_point_information", 'hours', '[]'::jsonb,
    'address', jsonb_build_object('address1', '', 'address2', '', 'postalCode', '', 'city', ''))
  FROM "stores" s WHERE s."id" = "store_orders"."store_id" AND s."relay_point" <> '')
WHERE "shipping_type" = 'custom_relay';
