// Tells drizzle-kit where the tables stand, and where it writes migrations.
import { defineConfig } from 'drizzle-kit';

export default defineConfig({ dialect: 'postgresql', schema: './server/db/schema', out: './server/db/migrations' });
