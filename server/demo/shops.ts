import type { DemoShop } from './market.ts';
import { atelierDeLaVigne } from './shops/atelier-de-la-vigne.ts';
import { biscuiterieDuChateauBas } from './shops/biscuiterie-du-chateau-bas.ts';
import { boulangerieAuxEpis } from './shops/boulangerie-aux-epis.ts';
import { brasserieDesTroisPonts } from './shops/brasserie-des-trois-ponts.ts';
import { cafeLigier } from './shops/cafe-ligier.ts';
import { drageesDeLaCitadelle } from './shops/dragees-de-la-citadelle.ts';
import { eclatsDArgent } from './shops/eclats-d-argent.ts';
import { fermeDesEtangs } from './shops/ferme-des-etangs.ts';
import { fromagerieDuChatel } from './shops/fromagerie-du-chatel.ts';
import { herbierDEtain } from './shops/herbier-d-etain.ts';
import { jardinsDeSouilly } from './shops/jardins-de-souilly.ts';
import { echappeeVerte } from './shops/l-echappee-verte.ts';
import { laCaveHaute } from './shops/la-cave-haute.ts';
import { lainesDeSpincourt } from './shops/laines-de-spincourt.ts';
import { filDArgonne } from './shops/le-fil-d-argonne.ts';
import { copeauxJoyeux } from './shops/les-copeaux-joyeux.ts';
import { groseillesDuBarrois } from './shops/les-groseilles-du-barrois.ts';
import { librairieDesDeuxRives } from './shops/librairie-des-deux-rives.ts';
import { maisonLambin } from './shops/maison-lambin.ts';
import { moulinDeDun } from './shops/moulin-de-dun.ts';
import { patteEtCompagnie } from './shops/patte-et-compagnie.ts';
import { piscicultureDesSources } from './shops/pisciculture-des-sources.ts';
import { quincaillerieThirion } from './shops/quincaillerie-thirion.ts';
import { ruchesDeLArgonne } from './shops/ruches-de-l-argonne.ts';
import { salonBelleRive } from './shops/salon-belle-rive.ts';
import { savonnerieDuVal } from './shops/savonnerie-du-val.ts';
import { studioVauban } from './shops/studio-vauban.ts';
import { terreDeDamvillers } from './shops/terre-de-damvillers.ts';
import { traiteurDesRemparts } from './shops/traiteur-des-remparts.ts';

/** Every shop of the market. The order is that of their opening. */
export const shops: readonly DemoShop[] = [
  fromagerieDuChatel,
  brasserieDesTroisPonts,
  atelierDeLaVigne,
  salonBelleRive,
  biscuiterieDuChateauBas,
  boulangerieAuxEpis,
  cafeLigier,
  drageesDeLaCitadelle,
  eclatsDArgent,
  fermeDesEtangs,
  herbierDEtain,
  jardinsDeSouilly,
  echappeeVerte,
  laCaveHaute,
  lainesDeSpincourt,
  filDArgonne,
  copeauxJoyeux,
  groseillesDuBarrois,
  librairieDesDeuxRives,
  maisonLambin,
  moulinDeDun,
  patteEtCompagnie,
  piscicultureDesSources,
  quincaillerieThirion,
  ruchesDeLArgonne,
  savonnerieDuVal,
  studioVauban,
  terreDeDamvillers,
  traiteurDesRemparts,
];
