// Visitors who each come on a connection of their own, one after the other, several at once; and what became of each.
import { request } from 'node:http';

export interface Visit {
  /** Milliseconds of performance.now() when it began. */
  at: number;
  /** The status of a whole answer, or the code of the error of its connection. */
  outcome: number | string;
  /** The answer's Connection header. */
  connection?: string | undefined;
}

export interface Visitors {
  visits: Visit[];
  /** They come no more; resolves once all have their answers. */
  leave(): Promise<void>;
}

/** @param paths asked for in turn */
export function freshConnections(url: string, paths: readonly string[], atOnce: number): Visitors {
  const visits: Visit[] = [];
  let coming = true;
  let turn = 0;
  const come = async () => {
    while (coming) {
      const path = paths[turn++ % paths.length] ?? '/';
      const visit = await visited(`${url}${path}`);
      visits.push(visit);
      // Refused is refused: who stays would only keep the machine busy.
      if (visit.outcome === 'ECONNREFUSED') return;
    }
  };
  const all = Promise.all(Array.from({ length: atOnce }, come));
  return {
    visits,
    leave: async () => {
      coming = false;
      await all;
    },
  };
}

function visited(url: string): Promise<Visit> {
  const at = performance.now();
  return new Promise((resolve) => {
    const asked = request(url, { agent: false }, (answer) => {
      answer.on('error', (error: NodeJS.ErrnoException) => resolve({ at, outcome: error.code ?? error.message }));
      answer.on('end', () => resolve({ at, outcome: answer.statusCode ?? 0, connection: answer.headers.connection }));
      answer.resume();
    });
    asked.on('error', (error: NodeJS.ErrnoException) => resolve({ at, outcome: error.code ?? error.message }));
    asked.end();
  });
}
