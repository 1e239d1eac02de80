// What is said of a letter to a shop, whatever it asks.
export const sentToStore = 'Message envoyé avec succès';
export const failedToSend = 'Erreur lors de l‘envoi du message';
