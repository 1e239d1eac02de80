// Messages page of the store.
import { useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { countWithNoun, pluralize } from '#domain/text/plural.ts';
import { paths } from '#paths';
import { markMessageRead, useStoreMessages } from '#state/merchant/received-requests.ts';
import { RequestLetter } from './letter.tsx';
import { pageNumberOf } from './page-number.ts';
import { ReceivedPage } from './received-page.tsx';

export function MessagesPage() {
  const [search] = useSearchParams();
  const page = pageNumberOf(search);
  const query = useStoreMessages(page);
  const { messages } = query;
  const [openId, setOpenId] = useState<string | null>(null);
  const opened = messages?.find(({ id }) => id === openId);
  const unread = messages?.filter(({ read }) => !read).length ?? 0;
  const open = (id: string, read: boolean) => {
    setOpenId(id);
    if (!read) markMessageRead(id).catch(console.error);
  };
  return (
    <ReceivedPage
      title="Messages"
      query={query}
      rows={messages?.map(({ id, owner, subject, createdAt, read }) => ({
        id,
        who: owner.username,
        about: subject,
        createdAt,
        unread: !read,
        open: () => open(id, read),
      }))}
      columns={['Auteur', 'Sujet', 'Date']}
      news={unread > 0 ? `${countWithNoun(unread, 'message')} ${pluralize(unread, 'non lu')}` : ''}
      view={query.view}
      page={page}
      path={paths.merchantMessages}
      empty={{
        title: 'Aucun message pour le moment.',
        text: 'Ce que vos clients vous écrivent depuis la page de votre boutique apparaît ici.',
      }}
    >
      {opened && (
        <RequestLetter
          title={opened.subject}
          owner={opened.owner}
          createdAt={opened.createdAt}
          message={opened.message}
          subject={opened.subject}
          onClose={() => setOpenId(null)}
        />
      )}
    </ReceivedPage>
  );
}
