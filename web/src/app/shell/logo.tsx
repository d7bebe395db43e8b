import logo from './logo.svg';

/** The logo. */
export const Logo = ({ height = 28, alt = 'Dasbor' }: { height?: number; alt?: string }) => (
  <img src={logo} alt={alt} height={height} width={height} style={{ display: 'block', flex: 'none' }} />
);
