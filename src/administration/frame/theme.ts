// Theme: the colours and letters of the shop on react-admin's components, by day and by night.
import { deepmerge } from '@mui/utils';
import { defaultDarkTheme, defaultLightTheme, type RaThemeOptions } from 'react-admin';

const day = { paper: '#fbf6ec', card: '#fffdf8', line: '#e6dcc8', ink: '#1d2a24', quiet: '#56635b', green: '#1f5a41' };
const night = {
  paper: '#161c19',
  card: '#1e2622',
  line: '#36413b',
  ink: '#f1ece0',
  quiet: '#b3bdb6',
  green: '#7cc7a1',
};
type Colours = typeof day;

const display = "Fraunces, Georgia, 'Times New Roman', serif";

const themeOf = (base: RaThemeOptions, mode: 'light' | 'dark', colours: Colours): RaThemeOptions =>
  deepmerge(base, {
    palette: {
      mode,
      primary: { main: colours.green },
      secondary: { main: mode === 'light' ? '#1f5a41' : '#22352c' },
      error: { main: mode === 'light' ? '#a83a22' : '#f0937c' },
      warning: { main: mode === 'light' ? '#8a5a06' : '#e0ad55' },
      background: { default: colours.paper, paper: colours.card },
      text: { primary: colours.ink, secondary: colours.quiet },
      divider: colours.line,
    },
    shape: { borderRadius: 10 },
    typography: {
      fontFamily: "system-ui, -apple-system, 'Segoe UI', Roboto, sans-serif",
      h1: { fontFamily: display, fontWeight: 600, fontSize: '1.75rem', lineHeight: 1.25 },
      h2: { fontFamily: display, fontWeight: 600, fontSize: '1.25rem', lineHeight: 1.3 },
      button: { textTransform: 'none', fontWeight: 600 },
    },
    components: {
      MuiTextField: { defaultProps: { variant: 'outlined' } },
      MuiFormControl: { defaultProps: { variant: 'outlined' } },
      MuiAutocomplete: { defaultProps: { noOptionsText: 'Rien ne correspond.', loadingText: 'Un instant…' } },
      // Above its field in large letters, too: by the letters, not by pixels.
      MuiInputLabel: {
        styleOverrides: {
          outlined: { '&.MuiInputLabel-shrink': { transform: 'translate(14px, -0.5625rem) scale(0.75)' } },
        },
      },
      MuiPaper: { styleOverrides: { root: { backgroundImage: 'none' } } },
      MuiAppBar: { defaultProps: { elevation: 0 } },
      MuiTableCell: {
        styleOverrides: {
          root: { borderColor: colours.line, '@media (max-width: 599.95px)': { paddingInline: 8 } },
          head: { fontWeight: 600, color: colours.quiet },
        },
      },
      MuiCircularProgress: { defaultProps: { 'aria-label': 'Chargement' } },
      // Time to read two sentences; a click anywhere ends it. Milliseconds.
      RaNotification: { defaultProps: { autoHideDuration: 12_000 } },
      RaMenuItemLink: {
        styleOverrides: {
          root: {
            minHeight: 44,
            color: colours.ink,
            '&.RaMenuItemLink-active': { fontWeight: 600, color: colours.green },
          },
        },
      },
    },
  } as RaThemeOptions);

export const lightTheme = themeOf(defaultLightTheme, 'light', day);
export const darkTheme = themeOf(defaultDarkTheme, 'dark', night);
