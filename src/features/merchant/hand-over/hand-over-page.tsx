// Handover page: scans or takes a collection code and verifies it on the device, also offline.
// Guarantee: an order is handed over only after a confirmation.
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { MAX_SHORT_CODE } from '#contract/limits.ts';
import { type CollectionProof, readCollectionCode, typedShortCode } from '#domain/orders/collection-code.ts';
import { paths } from '#paths';
import { useSiteName } from '#state/api/configuration.ts';
import { useCollectionKeys } from '#state/merchant-orders/store-orders.ts';
import { Button } from '#ui/controls/button.tsx';
import { TextField } from '#ui/fields/text-fields.tsx';
import { Breadcrumb } from '#ui/text/breadcrumb.tsx';
import { PageMeta } from '#ui/text/page-meta.tsx';
import styles from './hand-over-page.module.css';
import { RefusedCode } from './refused-code.tsx';
import { ScannedOrder } from './scanned-order.tsx';
import { Scanner } from './scanner.tsx';
import { checkSignature } from './signature.ts';
import { useStoredOrders } from './stored-orders.ts';
import { type CodeRefusal, refusalOfCode } from './verdict.ts';

type Shown = { kind: 'order'; id: number; proof: CollectionProof | null } | { kind: 'refused'; refusal: CodeRefusal };

export function HandOverPage({ storeId }: { storeId: string }) {
  const siteName = useSiteName();
  const [shown, setShown] = useState<Shown | null>(null);
  const storedOrders = useStoredOrders();
  const keys = useCollectionKeys();
  const isChecking = useRef(false);

  const look = async (text: string) => {
    // The camera keeps reporting the code while it is being verified.
    if (isChecking.current) return;
    isChecking.current = true;
    try {
      const code = readCollectionCode(text);
      const known = keys.data?.['hydra:member'] ?? [];
      const signature = code.kind === 'code' ? await checkSignature(code, known) : 'forged';
      const keysAreFresh = keys.status === 'success' && !keys.aged;
      const refusal = refusalOfCode(code, { storeId, signature, keysAreFresh });
      if (refusal) setShown({ kind: 'refused', refusal });
      else if (code.kind === 'code') setShown({ kind: 'order', id: code.proof.id, proof: code.proof });
    } finally {
      isChecking.current = false;
    }
  };
  const next = () => setShown(null);

  return (
    <>
      <PageMeta title="Remettre une commande" siteName={siteName} noIndex />
      <Breadcrumb
        items={[
          { name: 'Accueil', to: paths.merchant },
          { name: 'Commandes', to: paths.merchantOrders },
          { name: 'Remettre une commande' },
        ]}
      />
      <h1 className={styles.title}>Remettre une commande</h1>
      {/* Announced, since the user looks at the camera. */}
      <div aria-live="polite">
        {shown?.kind === 'refused' && <RefusedCode {...shown.refusal} onNext={next} />}
        {shown?.kind === 'order' && (
          <ScannedOrder
            key={shown.id}
            id={shown.id}
            proof={shown.proof}
            listed={storedOrders.byNumber(shown.id)}
            onNext={next}
          />
        )}
      </div>
      {!shown && (
        <div className={styles.ways}>
          {/* The scanner needs the keys first. */}
          {keys.status !== 'loading' && <Scanner onCode={(text) => void look(text)} />}
          <TypedCode
            waiting={storedOrders.loading}
            idOf={(short) => storedOrders.byShortCode(short)?.order.id}
            onFound={(id) => setShown({ kind: 'order', id, proof: null })}
          />
        </div>
      )}
    </>
  );
}

interface TypedCodeProps {
  /** Cached lists are still loading. */
  waiting: boolean;
  idOf(short: string): number | undefined;
  onFound(id: number): void;
}

function TypedCode({ waiting, idOf, onFound }: TypedCodeProps) {
  const [text, setText] = useState('');
  const [error, setError] = useState<string>();
  /** Number or code to look up, until it is found or everything is loaded. */
  const [asked, setAsked] = useState<string | null>(null);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const short = typedShortCode(text);
    if (short === null) setError('Un code a 8 lettres ou chiffres, par exemple 4F7K-2Q9M.');
    else setAsked(short);
  };
  useEffect(() => {
    if (asked === null) return;
    const id = idOf(asked);
    if (id !== undefined) onFound(id);
    else if (!waiting) {
      setAsked(null);
      setError('Ce code ne correspond à aucune commande à remettre sur cet appareil. Vérifiez-le avec votre client.');
    }
  }, [asked, waiting, idOf, onFound]);
  return (
    <form className={styles.typed} onSubmit={submit} noValidate>
      <h2>Sans caméra</h2>
      <TextField
        label="Code court"
        hint="Il est écrit sous le code QR de votre client."
        error={error}
        value={text}
        onChange={(event) => {
          setText(event.target.value);
          setError(undefined);
          setAsked(null);
        }}
        maxLength={MAX_SHORT_CODE}
        autoComplete="off"
        autoCapitalize="characters"
        autoCorrect="off"
        spellCheck={false}
        enterKeyHint="search"
        className={styles.code}
      />
      <Button type="submit" busy={asked !== null} wide>
        Trouver la commande
      </Button>
    </form>
  );
}
