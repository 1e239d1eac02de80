// Parses the machine-readable parts of a page: the head of its HTML, and its JSON-LD.

export interface Thing {
  '@context'?: string;
  '@type': string;
  [property: string]: unknown;
}

export interface PageHead {
  title: string;
  canonical: string | undefined;
  /** By name or property. */
  meta: Record<string, string>;
  /** The JSON-LD in document order. */
  jsonLd: Thing[];
  /** The first object of that type. */
  jsonLdOfType(type: string): Thing;
}

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#x27': "'", '#39': "'" };
const decoded = (text: string) => text.replace(/&([#\w]+);/g, (all, name: string) => entities[name] ?? all);
const attribute = (tag: string, name: string) => {
  const [, value] = new RegExp(`\\b${name}="([^"]*)"`).exec(tag) ?? [];
  return value === undefined ? undefined : decoded(value);
};

export function headOf(html: string): PageHead {
  const head = html.slice(0, html.indexOf('</head>'));
  const tags = [...head.matchAll(/<(?:meta|link)\b[^>]*>/g)].map(([tag]) => tag);
  const meta = tags.flatMap((tag) => {
    const name = attribute(tag, 'name') ?? attribute(tag, 'property');
    const content = attribute(tag, 'content');
    return name === undefined || content === undefined ? [] : [[name, content] as const];
  });
  const things = [...html.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/gs)].map(
    ([, json = '']) => JSON.parse(json) as Thing,
  );
  return {
    title: decoded(/<title>([^<]*)<\/title>/.exec(head)?.[1] ?? ''),
    canonical: attribute(tags.find((tag) => attribute(tag, 'rel') === 'canonical') ?? '', 'href'),
    meta: Object.fromEntries(meta),
    jsonLd: things,
    jsonLdOfType(type) {
      const found = things.find((each) => each['@type'] === type);
      if (!found) throw new Error(`No ${type} among ${things.map((each) => each['@type']).join(', ')}`);
      return found;
    },
  };
}
