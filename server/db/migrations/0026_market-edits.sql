CREATE TABLE "market_edits" (
	"kind" text NOT NULL,
	"key" text NOT NULL,
	"edited_at" timestamp with time zone NOT NULL,
	CONSTRAINT "market_edits_kind_key_pk" PRIMARY KEY("kind","key")
);
