// Mail links: account and token from the address.
// Guarantee: removed from the address when the page starts, and kept in memory only.
import { useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';

/** Empty if the page was opened without a link, or reloaded. */
export interface LinkOfMail {
  uuid: string;
  token: string;
}

export function useLinkOfMail(): LinkOfMail {
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  const [link, setLink] = useState({ uuid: '', token: '' });
  useEffect(() => {
    const query = new URLSearchParams(search);
    const [uuid, token] = [query.get('uuid'), query.get('token')];
    if (!uuid || !token) return;
    setLink({ uuid, token });
    navigate(pathname, { replace: true });
  }, [pathname, search, navigate]);
  return link;
}
