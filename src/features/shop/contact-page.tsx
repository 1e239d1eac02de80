import { useForm } from 'react-hook-form';
import { generatePath, Link } from 'react-router-dom';
import { paths } from '#paths';
import { useConfiguration, useSiteName } from '#state/configuration.ts';
import { useApiQuery } from '#state/query.ts';
import { TextArea, TextField } from '#ui/fields.tsx';
import { PageMeta } from '#ui/page-meta.tsx';
import { LineShapes, Loaded } from '#ui/status.tsx';
import styles from './contact-page.module.css';
import listing from './listing.module.css';
import { RequestFrame } from './request-parts.tsx';
import { useRequest } from './use-request.ts';

const NAME_LENGTH = 80;
const EMAIL_LENGTH = 180;
const SUBJECT_LENGTH = 150;
const MESSAGE_LENGTH = 4000;

/** Writing to the platform's team, logged in or not; beside it, what may answer at once. */
export function ContactPage() {
  const siteName = useSiteName();
  return (
    <div className={`${listing.listing} wrap`}>
      <PageMeta
        title="Contact Plateforme"
        siteName={siteName}
        description="Écrire à l’équipe du marché\u00a0: une question, une idée, un souci avec une commande."
        path={paths.contact}
      />
      <h1 className={listing.head}>Contact Plateforme</h1>
      <div className={styles.beside}>
        <PlatformForm />
        <OtherWays />
      </div>
    </div>
  );
}

function PlatformForm() {
  const form = useForm({ defaultValues: { name: '', email: '', subject: '', message: '' } });
  const { register, formState } = form;
  const { errors } = formState;
  const { submit, kept, problem } = useRequest({
    type: 'platformMessages.create',
    form,
    draft: 'contact',
    argsOf: (values) => values,
    valuesOf: (args) => args,
    isMine: () => true,
    sent: 'Formulaire envoyé avec succès',
    failed: "Erreur lors de l'envoi du formulaire",
  });
  return (
    <RequestFrame onSubmit={submit} problem={problem} kept={kept} busy={formState.isSubmitting} action="Envoyer">
      <TextField
        label="Nom"
        autoComplete="name"
        maxLength={NAME_LENGTH}
        error={errors.name?.message}
        {...register('name')}
      />
      <TextField
        label="Adresse e-mail"
        type="email"
        autoComplete="email"
        inputMode="email"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={EMAIL_LENGTH}
        error={errors.email?.message}
        {...register('email')}
      />
      <TextField label="Sujet" maxLength={SUBJECT_LENGTH} error={errors.subject?.message} {...register('subject')} />
      <TextArea
        label="Message"
        rows={7}
        maxLength={MESSAGE_LENGTH}
        error={errors.message?.message}
        {...register('message')}
      />
    </RequestFrame>
  );
}

function OtherWays() {
  const email = useConfiguration('contactEmail')?.value;
  const query = useApiQuery('pages.list', {});
  return (
    <aside className={`${styles.ways} prose`} aria-labelledby="autres-chemins">
      <h2 id="autres-chemins">La réponse est peut-être ici</h2>
      <Loaded query={query} loading={<LineShapes />}>
        {(list) => (
          <ul>
            {list['hydra:member']
              .filter((page) => page.place === 'nous-contacter' || page.place === 'aide')
              .map((page) => (
                <li key={page['@id']}>
                  <Link to={generatePath(paths.page, { slug: page.slug })}>{page.name}</Link>
                </li>
              ))}
          </ul>
        )}
      </Loaded>
      {email && (
        <p>
          Vous pouvez aussi nous écrire à <a href={`mailto:${email}`}>{email}</a>.
        </p>
      )}
    </aside>
  );
}
