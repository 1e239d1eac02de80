CREATE UNLOGGED TABLE "counters" (
	"key" text PRIMARY KEY NOT NULL,
	"number" integer NOT NULL,
	"blocked_until" timestamp with time zone,
	"ends_at" timestamp with time zone NOT NULL
);
