// ReportLink: leads to the form that reports a product, a store or a review as illegal.
import { Link } from 'react-router-dom';
import { paths } from '#paths';

/** @param title of the content: 'Tomme de brebis', 'l’avis de Camille' */
export const ReportLink = ({ iri, title }: { iri: string; title: string }) => (
  <Link to={`${paths.report}?contenu=${iri}`} state={title} rel="nofollow" aria-label={`Signaler ${title}`}>
    Signaler
  </Link>
);
