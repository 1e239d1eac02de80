import type { Town } from '../towns.ts';

/** Points where parcels can be collected. Hours: '1-5 0800-1900', a second window after a space; 1 is Monday. */
export type DemoRelayPoint = {
  name: string;
  town: Town;
  address: string;
  /** Degrees from the middle of the town. */
  shift: [latitude: number, longitude: number];
  hours: string[];
};

export const relayPoints: readonly DemoRelayPoint[] = [
  {
    name: 'Tabac de la Porte Chaussée',
    town: 'Verdun',
    address: '8 quai de Londres',
    shift: [0.0012, 0.0021],
    hours: ['1-6 0700-1930', '7 0800-1230'],
  },
  {
    name: 'Pressing du Faubourg',
    town: 'Verdun',
    address: '54 rue Saint-Victor',
    shift: [-0.0041, 0.0073],
    hours: ['2-6 0900-1200 1400-1900'],
  },
  {
    name: 'Supérette de la Cité Verte',
    town: 'Verdun',
    address: '12 avenue de Metz',
    shift: [0.0062, 0.0112],
    hours: ['1-6 0800-2000', '7 0900-1300'],
  },
  {
    name: 'Consigne de la gare',
    town: 'Verdun',
    address: 'Place Maurice-Genevoix',
    shift: [0.0031, -0.0044],
    hours: ['1-7 0500-2300'],
  },
  {
    name: 'Librairie-presse du Centre',
    town: 'Stenay',
    address: '4 place Poincaré',
    shift: [0.0004, -0.0003],
    hours: ['1-6 0700-1215 1430-1900', '7 0730-1200'],
  },
  {
    name: 'Garage de la Citadelle',
    town: 'Stenay',
    address: '27 avenue de Verdun',
    shift: [-0.0047, 0.0018],
    hours: ['1-5 0800-1200 1330-1830', '6 0900-1200'],
  },
  {
    name: 'Épicerie du Port',
    town: 'Dun-sur-Meuse',
    address: '2 rue du Port',
    shift: [-0.0008, 0.0006],
    hours: ['2-6 0800-1230 1500-1900', '7 0830-1200'],
  },
  {
    name: 'Fleuriste des Remparts',
    town: 'Montmédy',
    address: '11 rue du Docteur-Poulain',
    shift: [-0.0014, 0.0009],
    hours: ['2-6 0900-1200 1400-1830'],
  },
  {
    name: 'Station-service de la Chiers',
    town: 'Montmédy',
    address: '30 avenue de la Gare',
    shift: [-0.0052, -0.0037],
    hours: ['1-6 0630-2000', '7 0800-1900'],
  },
  {
    name: "Bar-tabac de l'Argonne",
    town: 'Clermont-en-Argonne',
    address: '6 place de la République',
    shift: [0.0003, 0.0005],
    hours: ['1 0700-1300', '2-6 0700-1230 1500-1930'],
  },
  {
    name: 'Boulangerie du Pont',
    town: 'Varennes',
    address: '1 rue Louis-XVI',
    shift: [-0.0004, 0.0007],
    hours: ['2-6 0630-1300 1600-1900', '7 0700-1230'],
  },
  {
    name: 'Pharmacie de la Dieue',
    town: 'Dieue-sur-Meuse',
    address: '9 rue du Chemin-de-Fer',
    shift: [0.0009, -0.0008],
    hours: ['1-5 0900-1215 1400-1900', '6 0900-1215'],
  },
  {
    name: 'Mairie annexe, comptoir colis',
    town: 'Souilly',
    address: '3 Voie Sacrée',
    shift: [0.0002, 0.0004],
    hours: ['1,2,4,5 0900-1200 1330-1730', '6 0900-1130'],
  },
  {
    name: 'Coop des Étangs',
    town: 'Spincourt',
    address: '14 rue de Verdun',
    shift: [0.0006, 0.0011],
    hours: ['1-6 0800-1230 1430-1930', '7 0900-1200'],
  },
  {
    name: 'Café de la Thinte',
    town: 'Damvillers',
    address: '5 place Bastien-Lepage',
    shift: [-0.0005, 0.0003],
    hours: ['2-5 0730-1300 1500-1900', '6 0800-1300'],
  },
  {
    name: 'Maison de la presse',
    town: 'Etain',
    address: '2 place Jean-Baptiste-Rouillon',
    shift: [0.0004, -0.0007],
    hours: ['1-6 0700-1215 1400-1900', '7 0800-1200'],
  },
  {
    name: "Tabac de l'Orne",
    town: 'Etain',
    address: '41 rue Raymond-Poincaré',
    shift: [-0.0033, 0.0042],
    hours: ['1-6 0630-1900'],
  },
  {
    name: 'Mercerie du Bourg',
    town: 'Bar-le-Duc',
    address: '22 rue du Bourg',
    shift: [0.0013, -0.0009],
    hours: ['2-6 1000-1200 1400-1900'],
  },
  {
    name: 'Supérette de la Ville Haute',
    town: 'Bar-le-Duc',
    address: '3 place Saint-Pierre',
    shift: [-0.0037, -0.0028],
    hours: ['1-6 0800-1300 1500-2000', '7 0830-1230'],
  },
  {
    name: 'Café des Halles',
    town: 'Commercy',
    address: '7 place Charles-de-Gaulle',
    shift: [-0.0006, 0.0004],
    hours: ['1-6 0700-2000', '7 0800-1300'],
  },
  {
    name: 'Cordonnerie du Château',
    town: 'Commercy',
    address: '15 rue des Capucins',
    shift: [0.0019, -0.0023],
    hours: ['2-6 0900-1200 1400-1800'],
  },
  {
    name: 'Presse de la Halle',
    town: 'Saint-Mihiel',
    address: '10 rue Raymond-Poincaré',
    shift: [0.0007, 0.0012],
    hours: ['1-6 0645-1230 1400-1900', '7 0730-1215'],
  },
  {
    name: 'Jardinerie du Camp des Romains',
    town: 'Saint-Mihiel',
    address: '48 rue de Verdun',
    shift: [0.0068, -0.0031],
    hours: ['1-6 0900-1200 1400-1830'],
  },
];
