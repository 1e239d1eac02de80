// Provider of the query client and the Jotai store: the page's own in the browser, a new pair per request on the
// server.
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
