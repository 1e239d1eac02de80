// Markdown: a text of the market or a store. The renderer loads on demand; until then the source text is shown.
import type { ReactNode } from 'react';
import { LazyPart, lazyPart } from '../loading/lazy-part.tsx';

const markdownBody = lazyPart(() => import('./markdown-body.tsx'));

export function Markdown({ text }: { text: string }) {
  return <LazyPart part={markdownBody} props={{ text }} fallback={<PlainText text={text} />} />;
}

/** A short text, shown only once it is rendered, or as its source if the renderer cannot be loaded. */
export function RenderedMarkdown({ text, loading }: { text: string; loading: ReactNode }) {
  return <LazyPart part={markdownBody} props={{ text }} fallback={loading} missing={() => <PlainText text={text} />} />;
}

/** Paragraphs and line breaks of a text without markup; https addresses become links. */
export function PlainText({ text }: { text: string }) {
  return (
    <div className="prose">
      {text
        .split(/\n{2,}/)
        .filter((part) => part.trim() !== '')
        .map((part, index) => (
          <p key={`${index.toString()}${part.slice(0, 12)}`}>
            {part.split('\n').map((row, at) => (
              <span key={`${at.toString()}${row.slice(0, 12)}`}>
                {at > 0 && <br />}
                <LinkedText text={row} />
              </span>
            ))}
          </p>
        ))}
    </div>
  );
}

const HTTPS = /(https:\/\/[^\s<>"']+[^\s<>"'.,;:!?)\]])/;

/** Only valid https addresses become links, displayed as written. */
export function LinkedText({ text }: { text: string }) {
  return text.split(HTTPS).map((part, index) =>
    index % 2 === 1 && URL.canParse(part) ? (
      <a key={`${index.toString()}${part}`} href={part} target="_blank" rel="noopener noreferrer nofollow">
        {part}
      </a>
    ) : (
      part
    ),
  );
}
