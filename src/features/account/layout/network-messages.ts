// Messages about a missing network, for the password pages.
export const offlineMessage =
  'Le marché est injoignable pour le moment. Votre saisie est conservée, réessayez dans un instant.';
