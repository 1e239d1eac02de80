// Gives a tree its query client and its Jotai store: the page's own in the browser, a fresh pair per request on the server.
import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { type createStore, Provider } from 'jotai';
import type { ReactNode } from 'react';

interface StateProviderProps {
  queryClient: QueryClient;
  store: ReturnType<typeof createStore>;
  children: ReactNode;
}

export function StateProvider({ queryClient, store, children }: StateProviderProps) {
  return (
    <QueryClientProvider client={queryClient}>
      <Provider store={store}>{children}</Provider>
    </QueryClientProvider>
  );
}
