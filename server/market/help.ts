// Help of the operator commands.
export const HELP = `Un marché à soi (guide : docs/market.md)

  npm run market -- check DOSSIER                vérifie un dossier, sans toucher au marché
  npm run market -- import DOSSIER               dit ce qui sera créé et changé, puis le fait : tout, ou rien
                           --dry-run             le dit seulement
                           --stocks              écrit aussi les stocks des produits déjà en vente
                           --prune               retire ce que le dossier n’a plus, après l’avoir dit ; ce dont une
                                                 commande dépend n’est que masqué
                           --overwrite           écrase aussi ce qui a été modifié dans l’administration
  npm run market -- export DOSSIER               écrit le marché dans un nouveau dossier
  npm run market -- user add EMAIL --store NOM   donne une boutique à un compte (créé s’il n’existe pas)
                           --role ROLE           à côté des autres : responsable, vente ou preparation
                                   --admin       donne l’administration du marché
                                   --operator R  ou une partie : moderation ou comptabilite
  npm run market -- user dismiss EMAIL           retire ses rôles dans l’administration, ferme ses sessions
  npm run market -- user second-factor EMAIL     retire sa double authentification (téléphone et codes perdus)
  npm run market -- user password EMAIL          change un mot de passe
  npm run market -- store people NOM             dit qui travaille pour une boutique, et avec quel rôle
  npm run market -- store publish NOM            rend une boutique publique
  npm run market -- store suspend NOM            la retire de la vue ; --reasons "TEXTE" lui est envoyé
  npm run market -- mails                        dit quels courriels ne sont pas partis, et pourquoi
  npm run market -- mails retry                  remet en route ceux qui étaient abandonnés
  npm run market -- notices                      dit quels contenus sont signalés
  npm run market -- notices answer N hide        y répond : masque le contenu, ou le laisse (keep) ;
                            --reasons "TEXTE"    ces raisons sont envoyées aux deux côtés
  npm run market -- content hide ADRESSE         masque un produit, une boutique ou un avis, ou le montre
                            --reasons "TEXTE"    de nouveau (content restore) ; les raisons sont envoyées
  npm run market -- newsletter FICHIER.csv       écrit la liste des abonnés à la lettre, chacun avec son lien
                                                 de désinscription
  npm run market -- statements FICHIER.csv       écrit les ventes, commissions et versements de chaque boutique,
                                                 par mois
  npm run market -- storage upload               copie les images et fichiers de DATA_DIR vers STORAGE_URL (S3)
  npm run market -- storage download             les copie de STORAGE_URL vers DATA_DIR
  npm run market -- backup FICHIER.tar           sauvegarde le marché (base de données intégrée), même en marche
  npm run market -- restore FICHIER.tar          le remet dans un DATA_DIR vide
  npm run market -- help                         cette aide

Le marché est celui de DATA_DIR ou DATABASE_URL. Le serveur peut rester en marche.`;
