import type { ProductSummary } from '#contract/products.ts';
import { ProductCard, ProductGrid } from '#ui/product-card.tsx';
import { useAddToCart } from './add-to-cart.ts';

interface ProductListProps {
  products: readonly ProductSummary[];
  label?: string;
  /** How many of the first pictures do not wait to come into view. */
  eager?: number;
  heading?: 'h2' | 'h3';
}

/** Product cards whose round button puts them into the cart. */
export function ProductList({ products, label, eager = 0, heading }: ProductListProps) {
  const { add } = useAddToCart();
  return (
    <ProductGrid label={label}>
      {products.map((product, index) => (
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
      ))}
    </ProductGrid>
  );
}
