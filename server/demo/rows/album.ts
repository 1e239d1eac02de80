import type { images } from '../../db/schema/pictures.ts';
import { type Drawing, stemOf } from '../../drawing/pictures.ts';
import { uuidOf } from '../../drawing/random.ts';

export type ImageRow = typeof images.$inferInsert & { id: string };

/** Gathers the pictures that the rows refer to: one row for each use, one drawing for each look. */
export class Album {
  readonly rows: ImageRow[] = [];
  readonly drawings: Drawing[] = [];

  constructor(private readonly createdAt: Date) {}

  /** @returns the id of the image row */
  add(use: string, drawing: Drawing, caption: string, storeId: string | null = null): string {
    const id = uuidOf(`image:${use}`);
    this.rows.push({ id, stem: stemOf(drawing), caption, storeId, createdAt: this.createdAt });
    this.drawings.push(drawing);
    return id;
  }
}
