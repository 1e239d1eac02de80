// PageMeta: title, description, canonical address and Open Graph tags of a page. The server adds schema.org data
// (server/web/linked-data).
import { createContext, useContext } from 'react';
import { excerpt } from '#domain/text/excerpt.ts';

export interface PageMetaProps {
  /** Without the site's name: '{title} — {siteName}'. */
  title: string;
  siteName: string;
  description?: string | undefined;
  /** Path with its relevant query ('/categorie/fromages?page=2'); absolute with an `origin`. */
  path?: string | undefined;
  /** 'https://…', without a slash at the end. */
  origin?: string | undefined;
  /** Path or address of the picture for link previews; default: the market's logo. */
  image?: string | null | undefined;
  type?: 'website' | 'product' | 'article' | 'profile';
  /** Personal pages and empty results: not for search engines. */
  noIndex?: boolean;
}

/** Origin of the site ('https://…', no trailing slash) for absolute addresses; provided once for all pages. */
export const SiteOrigin = createContext('');

const SIGN = '/icons/icon-512.png';

export function PageMeta({
  title,
  siteName,
  description,
  path,
  origin: given,
  image,
  type = 'website',
  noIndex,
}: PageMetaProps) {
  const known = useContext(SiteOrigin);
  const origin = given ?? known;
  const full = `${title} — ${siteName}`;
  const words = description ? excerpt(description) : undefined;
  const url = path === undefined ? undefined : `${origin}${path}`;
  const picture = absolute(image || SIGN, origin);
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
      <meta property="og:image" content={picture} />
      <meta name="twitter:card" content={image ? 'summary_large_image' : 'summary'} />
    </>
  );
}

function absolute(path: string, origin: string): string {
  return /^https?:/.test(path) ? path : `${origin}/${path.replace(/^\//, '')}`;
}
