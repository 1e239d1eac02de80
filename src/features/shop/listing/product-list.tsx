// Product cards whose round button puts them into the cart.
import type { ProductSummary } from '#contract/products.ts';
import { useAddToCart } from '#state/writes/use-add-to-cart.ts';
import { ProductCard, ProductGrid } from '#ui/catalogue/product-card.tsx';
import { Below } from '#ui/loading/below.tsx';

interface ProductListProps {
  products: readonly ProductSummary[];
  label?: string;
  /** How many of the first pictures do not wait to come into view. */
  eager?: number;
  heading?: 'h2' | 'h3';
}

/** What a first view has of them at most. */
const FIRST_VIEW = 4;

/** Product cards whose round button puts them into the cart. */
export function ProductList({ products, label, eager = 0, heading }: ProductListProps) {
  const { add } = useAddToCart();
  const cards = products.map((product, index) => (
    <li key={product.id}>
      <ProductCard
        product={product}
        eager={index < eager}
        heading={heading}
        onAdd={(chosen) => {
          void add(chosen);
        }}
      />
    </li>
  ));
  return (
    <ProductGrid label={label}>
      {cards.slice(0, FIRST_VIEW)}
      <Below>{cards.slice(FIRST_VIEW)}</Below>
    </ProductGrid>
  );
}
