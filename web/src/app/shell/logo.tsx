import logo from './logo.svg';

/** The mark, with the name beside it where there is room. */
export const Logo = ({ height = 28, alt = 'Dasbor' }: { height?: number; alt?: string }) => (
  <img src={logo} alt={alt} height={height} width={height} style={{ display: 'block', flex: 'none' }} />
);
