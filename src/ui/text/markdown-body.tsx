// Renderer of `Markdown`: no raw HTML, no remote pictures; external links open a new tab without a referrer.
import ReactMarkdown from 'react-markdown';
import { Link } from 'react-router-dom';

const forbidden = ['img', 'iframe', 'video', 'audio', 'input'];

export default function MarkdownBody({ text }: { text: string }) {
  return (
    <div className="prose">
      <ReactMarkdown
        disallowedElements={forbidden}
        unwrapDisallowed
        components={{
          h1: 'h2',
          a: ({ href = '', children }) => {
            if (href.startsWith('/') && !href.startsWith('//')) return <Link to={href}>{children}</Link>;
            if (/^(mailto|tel):/.test(href)) return <a href={href}>{children}</a>;
            if (!/^https?:\/\//.test(href)) return children;
            return (
              <a href={href} target="_blank" rel="noopener noreferrer nofollow">
                {children}
              </a>
            );
          },
        }}
      >
        {text}
      </ReactMarkdown>
    </div>
  );
}
