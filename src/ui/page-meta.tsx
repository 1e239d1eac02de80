// PageMeta: title, description, canonical address, Open Graph and JSON-LD of a page; React puts the tags in the head.
// JSON-LD is written by the server's render only: the browser keeps what it received and never creates a script element.
import { createContext, useContext, useState, useSyncExternalStore } from 'react';

export interface PageMetaProps {
  /** Without the site's name: '{title} — {siteName}'. */
  title: string;
  siteName: string;
  description?: string | undefined;
  /** Path with its meaningful query ('/categorie/fromages?page=2'); absolute when `origin` is known. */
  path?: string | undefined;
  /** 'https://…', without a slash at the end. */
  origin?: string | undefined;
  /** Path or address of the picture shown where the page is shared. */
  image?: string | null | undefined;
  type?: 'website' | 'product' | 'article' | 'profile';
  /** A schema.org object; give it an '@type'. */
  jsonLd?: Record<string, unknown> | undefined;
  /** Personal pages and empty results: not for search engines. */
  noIndex?: boolean;
}

/** Where the site stands ('https://…', no slash at the end), for the addresses that must be whole; given once around all pages. */
export const SiteOrigin = createContext('');

const DESCRIPTION_LENGTH = 160;

/** The first words of a text, for a description. */
export function excerpt(text: string, length = DESCRIPTION_LENGTH): string {
  const flat = text.replace(/\s+/g, ' ').trim();
  if (flat.length <= length) return flat;
  return `${flat.slice(0, flat.lastIndexOf(' ', length - 1))}…`;
}

export function PageMeta({
  title,
  siteName,
  description,
  path,
  origin: given,
  image,
  type = 'website',
  jsonLd,
  noIndex,
}: PageMetaProps) {
  const known = useContext(SiteOrigin);
  const origin = given ?? known;
  const full = `${title} — ${siteName}`;
  const words = description ? excerpt(description) : undefined;
  const url = path === undefined ? undefined : `${origin}${path}`;
  const picture = image ? absolute(image, origin) : undefined;
  return (
    <>
      <title>{full}</title>
      {words && <meta name="description" content={words} />}
      {noIndex && <meta name="robots" content="noindex" />}
      {url && <link rel="canonical" href={url} />}
      <meta property="og:title" content={full} />
      <meta property="og:site_name" content={siteName} />
      <meta property="og:type" content={type} />
      <meta property="og:locale" content="fr_FR" />
      {words && <meta property="og:description" content={words} />}
      {url && <meta property="og:url" content={url} />}
      {picture && <meta property="og:image" content={picture} />}
      {jsonLd && <JsonLd key={path} data={jsonLd} />}
    </>
  );
}

function absolute(path: string, origin: string): string {
  return /^https?:/.test(path) ? path : `${origin}/${path.replace(/^\//, '')}`;
}

const never = () => () => {};

function JsonLd({ data }: { data: Record<string, unknown> }) {
  // True while the server renders and while its HTML is being taken over; kept as it was for the life of this page.
  const rendered = useSyncExternalStore(
    never,
    () => false,
    () => true,
  );
  const [text] = useState(() => (rendered ? jsonLdText(data) : null));
  return text === null ? null : <script type="application/ld+json">{text}</script>;
}

/** JSON that can stand inside a script element: nothing in it can close the element or open a comment. */
export function jsonLdText(data: Record<string, unknown>): string {
  return JSON.stringify({ '@context': 'https://schema.org', ...data })
    .replace(/</g, '\\u003c')
    .replace(/>/g, '\\u003e')
    .replace(/&/g, '\\u0026');
}
