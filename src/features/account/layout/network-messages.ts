// What is said, wherever a new password is asked for or set.
export const failed = "Une erreur inattendue s'est produite !";
export const offline =
  'Le marché est injoignable pour le moment. Votre saisie est conservée, réessayez dans un instant.';
